"""Structural edits: finds the matches of a code pattern, and rewrites them.

A pattern is code with metavariables: `$X` stands for one syntax node, `$$$X` for any number of
them, `$_` and `$$$` for nodes that the rewrite does not use. ast-grep finds the nodes with this
shape, which often contain more than the pattern (`def $F($$$A)` finds the whole function). So
the match is only the part from the first to the last token of the pattern. A match with anything
else in that part, such as a comment or a return type, is refused: it would be lost.

Offsets are in characters.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from textwrap import dedent
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from editreview import likeness
from editreview.alignment import common_ends
from editreview.blocks import Interpretation, Rewrite
from editreview.grammars import parse, span_of
from editreview.matching.cascade import Search, StrategyVerdict
from editreview.matching.code import language_named
from editreview.matching.file_index import FileIndex, PerFile
from editreview.matching.model import MAX_MATCHES, STRUCTURAL, Match, Tier, match_key
from editreview.text import Change, Splice, indentation, line_end, split_lines

# Templates: code with metavariables, on both sides of a structural edit.
#
# `$NAME` stands for one syntax node, `$$$NAME` for any number of them (`$$NAME` also for an
# anonymous node). Names are upper case; one that begins with `_` cannot be used in the rewrite.
# Anything else with a `$` is code.

if TYPE_CHECKING:
    from ast_grep_py import SgNode

_VARIABLE = r"\$\$\$(?:[A-Z_][A-Z0-9_]*)?(?!\w)|\$\$?[A-Z_][A-Z0-9_]*(?!\w)"
_TOKEN = re.compile(rf"(?<!\s)(?P<gap>\s*+)(?:(?P<variable>{_VARIABLE})|(?P<word>\w+|\S))")
_NAME_WITH_SUFFIX = re.compile(r"(?<!\$)\$++(?P<name>[A-Z][A-Z0-9_]*)[a-z]\w*")
_GLOBALS = {
    "php": frozenset("$_GET $_POST $_SERVER $_COOKIE $_FILES $_ENV $_REQUEST $_SESSION $GLOBALS".split())
}
"""Variables of the language itself that look like metavariables."""


class Variable(Struct, frozen=True):
    sign: str
    """One to three dollars."""
    name: str
    unique_name: str
    """A name that no other occurrence has."""

    @property
    def is_unnamed(self) -> bool:
        return self.name.startswith("_") or not self.name


class Token(Struct, frozen=True):
    """A metavariable, a word, or another character."""

    text: str
    gap: str
    """The whitespace before it."""
    variable: Variable | None = None

    @property
    def is_many(self) -> bool:
        """True if it may stand for no node at all."""
        return self.variable is not None and self.variable.sign == "$$$"


class Bound(Struct, frozen=True):
    """The text that a metavariable stands for: characters `start` up to `end`, including separators."""

    start: int
    end: int
    nodes: tuple["SgNode", ...]


class Template(Struct, frozen=True, dict=True):
    """A pattern or a rewrite."""

    text: str
    tokens: tuple[Token, ...]

    @property
    def variables(self) -> list[Variable]:
        return [token.variable for token in self.tokens if token.variable]

    @cached_property
    def with_unique_names(self) -> str:
        """The text with a different name for every metavariable."""
        return "".join(
            token.gap + (token.variable.sign + token.variable.unique_name if token.variable else token.text)
            for token in self.tokens
        )

    @cached_property
    def repeats(self) -> bool:
        """True if a name occurs twice: then both occurrences stand for the same code."""
        names = Counter(variable.name for variable in self.variables if not variable.is_unnamed)
        return any(count > 1 for count in names.values())

    def unbound(self, names: Collection[str]) -> str | None:
        """A metavariable of this rewrite that the pattern does not bind; None if it binds all.

        `$NAME_async` counts as one too, if there is a `$NAME`.
        """
        missing = (
            variable.sign + variable.name
            for variable in self.variables
            if variable.is_unnamed or variable.name not in names
        )
        suffixed = (
            word[0] for word in _NAME_WITH_SUFFIX.finditer(self.text) if word["name"].rstrip("_") in names
        )
        return next(chain(missing, suffixed), None)


def _parse_template(text: str, language: str) -> Template:
    """Parse a pattern or a rewrite. Outer blank lines and a common indentation are dropped."""
    code = dedent(text.replace("\r\n", "\n")).strip("\n").rstrip()
    return Template(code, tuple(_tokens(code, _GLOBALS.get(language, frozenset()))))


def _tokens(code: str, no_variables: Collection[str]) -> Iterator[Token]:
    prefix = "ANY"
    while prefix in code:
        prefix += "Y"
    seen: set[str] = set()
    for number, match in enumerate(_TOKEN.finditer(code)):
        text = match["variable"] or match["word"]
        if not match["variable"] or text in no_variables:
            yield Token(text, match["gap"])
            continue
        name = text.lstrip("$")
        is_first = name not in seen and not name.startswith("_") and name
        seen.add(name)
        sign = text[: len(text) - len(name)]
        yield Token(text, match["gap"], Variable(sign, name, name if is_first else f"{prefix}{number}"))


# The part of a match that the pattern covers: a span of the text for every token of the pattern.
#
# The spans of the metavariables are known, and the library has compared the tokens, so the other
# spans follow from there, token by token, over whitespace. Anything else between tokens is not
# covered by the pattern.

Span: TypeAlias = tuple[int, int]


def cover(text: str, match: Span, tokens: Sequence[Token], bound: Mapping[str, Bound]) -> list[Span] | None:
    """The span of every token; None if there is anything else between them.

    Args:
        text: The file's.
        match: The span of the node that the library found.
        tokens: The tokens of the pattern.
        bound: The bindings of the metavariables, by their unique names.
    """
    bindings = [bound.get(token.variable.unique_name) if token.variable else None for token in tokens]
    first = next((i for i, binding in enumerate(bindings) if binding), None)
    if first is None:
        return _without_anchor(text, match, tokens)
    anchor = bindings[first]
    assert anchor
    before = _backward(text, anchor.start, tokens[:first])
    after = _forward(text, anchor.end, tokens[first + 1 :], bindings[first + 1 :])
    return None if before is None or after is None else [*before, (anchor.start, anchor.end), *after]


def _without_anchor(text: str, match: Span, tokens: Sequence[Token]) -> list[Span] | None:
    """The spans of the tokens at the first position in the match where they occur."""
    word = tokens[0].text
    at = text.find(word, *match)
    while at >= 0:
        spans = _forward(text, at, tokens, [None] * len(tokens))
        if spans is not None:
            return spans
        at = text.find(word, at + 1, match[1])
    return None


def _forward(
    text: str, at: int, tokens: Sequence[Token], bindings: Sequence[Bound | None]
) -> list[Span] | None:
    spans: list[Span] = []
    for token, bound in zip(tokens, bindings, strict=True):
        start, end = _skip_whitespace(text, at), at
        if bound:
            start, end = (start, bound.end) if start == bound.start else (start, -1)
        elif token.is_many:
            start = at
        else:
            end = start + len(token.text) if text.startswith(token.text, start) else -1
        if end < 0:
            return None
        spans.append((start, end))
        at = end
    return spans


def _skip_whitespace(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _backward(text: str, at: int, tokens: Sequence[Token]) -> list[Span] | None:
    """The spans of these tokens if they end at `at`. Their metavariables must not be bound."""
    spans: list[Span] = []
    for token in reversed(tokens):
        end = at
        if not token.is_many:
            while end and text[end - 1].isspace():
                end -= 1
            if not text.endswith(token.text, 0, end):
                return None
            at = end - len(token.text)
        spans.append((at, end))
    return spans[::-1]


# The rewritten text of a match. Where the rewrite keeps the pattern's text, it keeps the file's.
#
# Tokens that the rewrite has in common with the pattern keep the file's whitespace and line breaks
# between them. Metavariables are replaced with the file's own text.


class Rewriting:
    """A pattern and its rewrite, with the tokens that they have in common."""

    def __init__(self, pattern: Template, rewrite: Template) -> None:
        self.pattern = pattern
        self.rewrite = rewrite

    @cached_property
    def _kept(self) -> dict[int, int]:
        """By token of the rewrite: the equal token of the pattern."""
        old, new = ([token.text for token in side.tokens] for side in (self.pattern, self.rewrite))
        return {
            op.dest_start + i: op.src_start + i
            for op in likeness.Indel.opcodes(old, new)
            if op.tag == "equal"
            for i in range(op.src_end - op.src_start)
        }

    def fill(
        self, index: FileIndex, spans: Sequence[Span], bound: Mapping[str, Bound]
    ) -> tuple[str, list[Span]]:
        """The rewritten text of a match, and the spans in it of code that must stay whole.

        New lines get the indentation of the line that the match begins on. Bound text that moves to
        another depth is re-indented, except for lines inside a string.

        Args:
            index: The file.
            spans: The spans of the pattern's tokens.
            bound: The bindings of the metavariables, by name.
        """
        first = index.lines[index.lines.at(spans[0][0])]
        margin = depth = indentation(first)
        newline = line_end(first) or index.line_end
        pieces: list[str] = []
        whole: list[Span] = []
        at_piece = 0
        before = -1
        for number, token in self._written(bound):
            if self._keeps_gap(before, number):
                at = self._kept[number]
                gap = index.text[spans[at - 1][1] : spans[at][0]]
            else:
                gap = _indented(token.gap, margin, newline) if pieces and not _is_empty(token, bound) else ""
            depth = gap.rpartition(newline[-1])[2] if newline[-1] in gap else depth
            binding = bound.get(token.variable.name) if token.variable else None
            code = _moved(index, binding, depth) if binding else "" if token.variable else token.text
            at_piece += len(gap)
            whole += _whole_nodes(index, binding, code, at_piece) if binding else ()
            at_piece += len(code)
            pieces += (gap, code)
            before = number
        return "".join(pieces), whole

    def _keeps_gap(self, before: int, number: int) -> bool:
        """True if two tokens are adjacent in the pattern too, with the same whitespace between them."""
        old, last = self._kept.get(number), self._kept.get(before)
        return (
            before == number - 1
            and old is not None
            and last == old - 1
            and self.pattern.tokens[old].gap == self.rewrite.tokens[number].gap
        )

    def _written(self, bound: Mapping[str, Bound]) -> Iterator[tuple[int, Token]]:
        """The tokens, without new commas next to a metavariable that stands for nothing."""
        tokens = self.rewrite.tokens
        for number, token in enumerate(tokens):
            beside = (number + 1, number - 1) if number + 1 < len(tokens) else (number - 1,)
            is_left_over = (
                token.text == ","
                and number not in self._kept
                and any(at >= 0 and _is_empty(tokens[at], bound) for at in beside)
            )
            if not is_left_over:
                yield number, token


def _is_empty(token: Token, bound: Mapping[str, Bound]) -> bool:
    return token.variable is not None and token.variable.name not in bound


def _indented(gap: str, margin: str, newline: str) -> str:
    """A gap of the rewrite, with the margin at the beginning of its last line."""
    head, *others = gap.split("\n")
    return head + newline * len(others) + margin + others[-1] if others else gap


def _moved(index: FileIndex, bound: Bound, depth: str) -> str:
    """The bound text; the depths of its lines relative to the first stay the same."""
    before = indentation(index.lines[index.lines.at(bound.start)])
    first, *others = split_lines(index.text[bound.start : bound.end], index.lines.separator)
    if before == depth:
        return "".join([first, *others])
    moved = [first]
    at = bound.start + len(first)
    for line in others:
        moves = line.strip() and line.startswith(before) and not _is_in_string(bound.nodes, at)
        moved.append(depth + line[len(before) :] if moves else line)
        at += len(line)
    return "".join(moved)


def _is_in_string(nodes: Sequence["SgNode"], at: int) -> bool:
    """True if the line that begins at this offset begins inside a string."""
    inner: SgNode | None = None
    while around := next((node for node in nodes if _is_around(node, at)), None):
        inner, nodes = around, around.children()
    return inner is not None and "comment" not in inner.kind() and (not nodes or "string" in inner.kind())


def _is_around(node: "SgNode", at: int) -> bool:
    span = node.range()
    return span.start.index < at < span.end.index


_MAX_PATTERN_LENGTH = 2_000
"""Characters of a pattern: the library recurses as deep as its brackets are nested."""
_MAX_QUOTED_LENGTH = 100
_CALLS = {"c": "void t() {{ {}; }}", "cpp": "void t() {{ {}; }}", "go": "func t() {{ {} }}"}
_BODIES = ("{} {{ $$$ }}", "{}: $_ {{ $$$ }}")
_RUST = tuple(f"{before}{{}} {after}{{{{ $$$ }}}}" for before in ("", "pub ") for after in ("", "-> $_ "))
_JAVA = tuple(
    f"class T {{{{ {before}{{}} {{{{ $$$ }}}} }}}}" for before in ("", "public ", "protected ", "private ")
)
_CONTEXTS: dict[str, tuple[tuple[str, str | None], ...]] = {
    **{language: ((context, "call_expression"),) for language, context in _CALLS.items()},
    "css": (("a {{ {} }}", "declaration"),),
    "java": (*((method, "method_declaration") for method in _JAVA), ("{} {{ $$$ }}", None)),
    "rust": tuple((body, None) for body in _RUST),
    "typescript": tuple((body, None) for body in _BODIES),
    "tsx": tuple((body, None) for body in _BODIES),
}
"""Contexts for a pattern that finds nothing on its own, each with the kind of its node there. On its own
it parses as something else (in C a declaration), or is only the beginning of something."""


class _Hit(Struct, frozen=True):
    start: int
    end: int
    text: str
    """The replacement of a match."""
    change: Change
    whole: tuple[Span, ...]
    """The spans in the replacement that must each be a node of the result."""
    bracketed: str = ""
    """The old text with brackets around it and around its bound nodes; empty if it is not one node."""
    begins: bool = False
    """True if it begins a statement, or the body of an arrow function."""


_searches: PerFile[tuple[Rewrite, str], Search] = PerFile()
"""A cache: a new plan repeats the queries of the last one."""


def structural_matches(index: FileIndex, operation: Rewrite, language: str) -> Search:
    """Every match of the pattern in a file, and the reason why these may not be all.

    Each match is decided separately.

    Args:
        index: The file.
        operation: The pattern and its rewrite.
        language: The file's, by any of its names.
    """
    return _searches.of(index, (operation, language), lambda: _matches(index, operation, language))


def _matches(index: FileIndex, operation: Rewrite, language: str) -> Search:
    known = language_named(language)
    if known is None:
        return _nothing(f"Structural edits do not support the language {language}")
    pattern, rewrite = _parse_template(operation.pattern, known), _parse_template(operation.rewrite, known)
    if problem := pattern_problem(operation, known):
        return _nothing(problem)
    try:
        nodes = _nodes_of(index.text, pattern, known)
    except ValueError as error:
        return _nothing(str(error))
    return _search(index, Rewriting(pattern, rewrite), nodes, known)


def _nothing(message: str) -> Search:
    return Search((), (StrategyVerdict(STRUCTURAL.name, 0),), message=message)


def pattern_problem(operation: Rewrite, language: str = "") -> str | None:
    """The reason why a structural edit is invalid for any file; None if it is valid.

    Args:
        operation: The pattern and its rewrite.
        language: The language of the files; some have variables that look like metavariables.
    """
    pattern, rewrite = (
        _parse_template(operation.pattern, language),
        _parse_template(operation.rewrite, language),
    )
    if len(pattern.text) > _MAX_PATTERN_LENGTH:
        return f"The pattern has more than {_MAX_PATTERN_LENGTH} characters"
    if not any(token.variable is None for token in pattern.tokens):
        return "The pattern has nothing but metavariables, so it would match everything"
    name = rewrite.unbound({variable.name for variable in pattern.variables})
    return name and f"The rewrite uses {name}, which the pattern does not bind"


def _nodes_of(text: str, pattern: Template, language: str) -> list["SgNode"]:
    """The nodes with the pattern's shape, in order of appearance.

    Raises:
        ValueError: The pattern is not code; with a message for users.
    """
    root = parse(text, language).root
    unique = pattern.with_unique_names
    all_nodes: list[SgNode] | None = None
    is_readable = parse(pattern.text, language).is_code
    contexts = (("{}", None), *_CONTEXTS.get(language, ())) if is_readable else ()
    for context, kind in contexts:
        nodes = _find(root, context.format(unique), kind)
        if nodes and pattern.repeats:
            # For a repeated name, the library compares all bindings but returns only the first.
            spans = {span_of(node) for node in _find(root, context.format(pattern.text), kind) or ()}
            nodes = [node for node in nodes if span_of(node) in spans]
        all_nodes = nodes if all_nodes is None else all_nodes + (nodes or [])
        if context == "{}" and all_nodes:
            break
    if all_nodes is None:
        raise ValueError(f"The pattern is not one piece of {language}: {pattern.text[:_MAX_QUOTED_LENGTH]}")
    return list({span_of(node): node for node in all_nodes}.values())


def _find(root: "SgNode", pattern: str, kind: str | None) -> list["SgNode"] | None:
    """The nodes that the library finds; None if it cannot parse the pattern."""
    try:
        if kind is None:
            return root.find_all(pattern=pattern)
        return root.find_all(pattern={"context": pattern, "selector": kind, "strictness": None})
    except (RuntimeError, UnicodeEncodeError):
        return None


def _search(index: FileIndex, rewriting: Rewriting, nodes: Sequence["SgNode"], language: str) -> Search:
    if len(nodes) > MAX_MATCHES:
        return _nothing(f"The pattern has {len(nodes)} matches, more than {MAX_MATCHES}")
    hits: list[_Hit] = []
    uncovered: list[int] = []
    for node in nodes:
        bound = _bound(node, rewriting.pattern)
        spans = cover(index.text, span_of(node), rewriting.pattern.tokens, bound)
        if spans is None:
            uncovered.append(index.lines.at(span_of(node)[0]) + 1)
        else:
            new, whole = rewriting.fill(index, spans, bound)
            start, end = spans[0][0], spans[-1][1]
            is_node = bool(new) and span_of(node) == (start, end)
            whole += [(0, len(new))] if is_node else []
            hit = _hit(index, start, end, new, tuple(whole))
            if is_node:
                bracketed = _bracketed(index.text, start, end, bound)
                hit = replace(hit, bracketed=bracketed, begins=_begins_statement(node))
            hits.append(hit)
    torn = _torn(index.text, language, hits)
    regrouped = [index.lines.at(hit.start) + 1 for hit in hits if hit in torn]
    hits = [hit for hit in hits if hit not in torn]
    kept, nested = _without_clashes([hit for hit in hits if hit.change] or hits)
    matches = tuple(_match(index, hit, nth, len(kept)) for nth, hit in enumerate(kept, 1))
    return Search(
        matches,
        (StrategyVerdict(STRUCTURAL.name, len(matches)),),
        message=_skipped(uncovered, regrouped, nested, len(matches)),
    )


# Brackets: `2 * add(a, b)` is not `2 * a + b`.
#
# The file is parsed as it would be afterwards. Where an operator outside binds a part of the new code, or
# one of the new code a part of an argument, no node has the span of that code or argument any more.

_SEPARATORS = frozenset({"", ",", ";"})
"""Tokens between items of a list or statements: items beside each other need no common node."""
_WORD = re.compile(r"[^\W\d]\w*")
"""A name, which no operator takes apart."""
_TEXTS = re.compile(r"string|comment|text|content|template|regex|ERROR")
"""A kind of nodes whose content is not parsed, or not as code."""
_MAX_ALONE = 50
"""The most matches that are parsed one by one."""


def _whole_nodes(index: FileIndex, bound: Bound, code: str, at: int) -> list[Span]:
    """The spans in a rewrite of the nodes of a bound text that is at a position there, except names."""
    if len(bound.nodes) == 1:
        return [] if _WORD.fullmatch(code) else [(at, at + len(code))]
    if code != index.text[bound.start : bound.end]:
        return []
    spans = (span_of(node) for node in bound.nodes if node.is_named())
    return [(start - bound.start + at, end - bound.start + at) for start, end in spans]


def _torn(text: str, language: str, hits: Sequence[_Hit]) -> set[_Hit]:
    """The matches whose rewrites need brackets."""
    errors: int | None = None
    torn: set[_Hit] = set()
    left = sorted((hit for hit in hits if hit.whole), key=lambda hit: (hit.start, -hit.end))
    while left:
        layer: list[_Hit] = []
        inside: list[_Hit] = []
        for hit in left:
            (inside if layer and hit.start < layer[-1].end else layer).append(hit)
        left = inside
        errors = parse(text, language).errors if errors is None else errors
        together = _torn_together(text, language, layer, errors)
        if together is None and len(layer) <= _MAX_ALONE:
            together = {hit for hit in layer if _is_torn(text, language, hit, errors)}
        elif together is None:
            together = set(layer) if _only_brackets_mend(text, language, layer, errors) else set()
        torn |= together
        torn |= _regrouped(text, language, [hit for hit in layer if hit.bracketed and hit not in torn])
        torn |= {hit for hit in layer if hit.bracketed and _is_read_otherwise(text, language, hit)}
    return torn


def _torn_together(text: str, language: str, hits: Sequence[_Hit], errors: int) -> set[_Hit] | None:
    """The torn ones of matches beside each other, in order; None if their rewrites add errors to the text."""
    new, replaced = _replaced(text, [(hit, hit.text) for hit in hits])
    spans = {
        (at + start, at + end): hit
        for hit, (at, _) in zip(hits, replaced, strict=True)
        for start, end in hit.whole
    }
    syntax = parse(new, language)
    if not syntax.is_code or syntax.errors > errors:
        return None
    return {spans[span] for span in _without_node(syntax.root, syntax.text, sorted(spans))}


def _is_torn(text: str, language: str, hit: _Hit, errors: int) -> bool:
    """True if a match is torn, alone or because only brackets keep it from adding errors."""
    together = _torn_together(text, language, [hit], errors)
    if together is not None:
        return bool(together)
    return _only_brackets_mend(text, language, [hit], errors)


def _only_brackets_mend(text: str, language: str, hits: Sequence[_Hit], errors: int) -> bool:
    """True if matches beside each other, whose rewrites add errors to the text, add none with brackets."""
    new, _ = _replaced(text, [(hit, _with_brackets(hit)) for hit in hits])
    syntax = parse(new, language)
    return syntax.is_code and syntax.errors <= errors


def _with_brackets(hit: _Hit) -> str:
    """The replacement of a match with brackets around the arguments in it, and around all of it."""
    code, all_of_it = hit.text, (0, len(hit.text))
    for start, end in sorted({*hit.whole} - {all_of_it}, reverse=True):
        code = f"{code[:start]}({code[start:end]}){code[end:]}"
    return f"({code})" if all_of_it in hit.whole else code


def _bracketed(text: str, start: int, end: int, bound: Mapping[str, Bound]) -> str:
    """A span of a text with brackets around it, and around the single nodes in it that are bound."""
    spans = {(one.start, one.end) for one in bound.values() if len(one.nodes) == 1}
    parts: list[str] = []
    at = start
    for first, last in sorted(spans):
        if at <= first and last <= end and not _WORD.fullmatch(text[first:last]):
            parts += (text[at:first], "(", text[first:last], ")")
            at = last
    return f"({''.join(parts)}{text[at:end]})"


def _regrouped(text: str, language: str, hits: Sequence[_Hit]) -> set[_Hit]:
    """The matches beside each other whose new text means something else with brackets around it.

    Their tree is another one then: an object after an arrow is a block, `b/*p` begins a comment. It counts
    only where the same brackets make no difference to the old text, as they do around a type.
    """
    hits = [hit for hit in hits if not _WORD.fullmatch(hit.text)]
    if not hits:
        return set()
    new, new_spans = _replaced(text, [(hit, hit.text) for hit in hits])
    with_brackets, _ = _replaced(text, [(hit, _with_brackets(hit)) for hit in hits])
    old_with_brackets, _ = _replaced(text, [(hit, hit.bracketed) for hit in hits])
    trees = [parse(each, language) for each in (new, with_brackets, text, old_with_brackets)]
    if not all(tree.is_code for tree in trees) or any(
        after.errors > before.errors for before, after in (trees[:2], trees[2:])
    ):
        few = 1 < len(hits) <= _MAX_ALONE
        return {each for hit in hits for each in _regrouped(text, language, [hit])} if few else set()
    changed = _differences(trees[0].root, trees[1].root)
    if not changed:
        return set()
    unsure = _differences(trees[2].root, trees[3].root)
    return {
        hit
        for hit, span in zip(hits, new_spans, strict=True)
        if _meets(span, changed)
        and not _meets((hit.start, hit.end), unsure)
        # Items beside each other have no common node.
        and _has_node(trees[0].root, span)
    }


def _replaced(text: str, texts: Sequence[tuple[_Hit, str]]) -> tuple[str, list[Span]]:
    """A text with another one in place of each match, in order, and the spans of these."""
    parts: list[str] = []
    spans: list[Span] = []
    at = length = 0
    for hit, new in texts:
        parts += (text[at : hit.start], new)
        length += hit.start - at
        spans.append((length, length + len(new)))
        length += len(new)
        at = hit.end
    return "".join([*parts, text[at:]]), spans


def _has_node(node: "SgNode", span: Span) -> bool:
    """True if a node of a tree has exactly a span."""
    inner: SgNode | None = node
    while inner is not None and span_of(inner) != span:
        around = (each for each in inner.children() if span_of(each)[0] <= span[0] < span_of(each)[1])
        inner = next(around, None)
    return inner is not None


def _meets(span: Span, others: Sequence[Span]) -> bool:
    return any(start < span[1] and span[0] < end for start, end in others)


def _differences(node: "SgNode", other: "SgNode") -> list[Span]:
    """The spans of the outermost nodes of a tree that differ in another one, brackets aside."""
    different: list[Span] = []
    left = [(node, other)]
    while left:
        node, other = (_without_brackets(each) for each in left.pop())
        if node.kind() == other.kind() and (node.text() == other.text() or _TEXTS.search(node.kind())):
            continue
        parts, others = node.children(), other.children()
        if node.kind() != other.kind() or len(parts) != len(others) or not parts:
            different.append(span_of(node))
        else:
            left += zip(parts, others, strict=True)
    return different


def _without_brackets(node: "SgNode") -> "SgNode":
    while "parenthesized" in node.kind() and len(inner := [n for n in node.children() if n.is_named()]) == 1:
        node = inner[0]
    return node


_TOKENS = frozenset("-- ++ && || ** // /* */ << >> == -> => <- ?? :: ..".split())
"""Tokens of two signs: `-` before a rewrite that begins with `-` is another one."""
_SCRIPTS = frozenset(["javascript", "typescript", "tsx"])
_BEGINS_BLOCK = re.compile(r"\{|(?:async\s+)?function\b|class\b|let\s*\[")
"""In these, the beginning of what is no expression where a statement may begin."""
_BLOCK_OF_RUST = re.compile(r"(?:if|match|loop|while|for|unsafe)\b|\{")
"""In Rust, the beginning of a statement that ends with its block, though an operator follows."""
_GOES_ON = tuple("([`+-/")
"""Signs with which a line of a script goes on with the one above, if that has no semicolon."""


def _begins_statement(node: "SgNode") -> bool:
    start = span_of(node)[0]
    while (parent := node.parent()) is not None and span_of(parent)[0] == start:
        if parent.kind() == "expression_statement":
            return True
        node = parent
    return parent is not None and parent.kind() in ("arrow_function", "block")


def _is_read_otherwise(text: str, language: str, hit: _Hit) -> bool:
    """True if the new text is read as something else than code at its place, as grammars do not tell."""
    new, old = hit.text, text[hit.start : hit.end]
    joined = (
        (text[hit.start - 1 : hit.start] + new[:1], new[:1] == old[:1]),
        (new[-1:] + text[hit.end : hit.end + 1], new[-1:] == old[-1:]),
    )
    if any(token in _TOKENS and not is_same for token, is_same in joined):
        return True
    if language == "rust":
        is_block = hit.begins and _BLOCK_OF_RUST.match(new) is not None and not new.endswith("}")
        return is_block and _BLOCK_OF_RUST.match(old) is None
    if language not in _SCRIPTS:
        return False
    if hit.begins and _BEGINS_BLOCK.match(new) and not _BEGINS_BLOCK.match(old):
        return True
    before = text[: hit.start]
    line = before[before.rfind("\n") + 1 :]
    above = before[: len(before) - len(line)].rstrip()[-1:]
    is_first = not line.strip() and new.startswith(_GOES_ON) and not old.startswith(_GOES_ON)
    return is_first and (above.isalnum() or above in tuple("_$)]\"'`"))


def _without_node(node: "SgNode", text: str, spans: Sequence[Span]) -> Iterator[Span]:
    """Those of some spans inside a node that no node has, and no items beside each other.

    Args:
        node: The node.
        text: The text that was parsed.
        spans: In order. One may contain others.
    """
    # Chains of operators or of conditions are nested deeper than Python recurses.
    left = [(node, spans)]
    while left:
        node, spans = left.pop()
        first, last = span_of(node)
        inner = [span for span in spans if span[0] != first or not _is_end(text, span[1], last)]
        if len(inner) < len(spans) and _is_misread(node):
            yield from (span for span in spans if span not in inner)
        if not inner:
            continue
        children = [(span_of(child), child) for child in node.children()]
        starts = [start for (start, _), _ in children]
        below: dict[int, list[Span]] = {}
        for start, end in inner:
            at = bisect_right(starts, start) - 1
            while at > 0 and children[at][0][1] <= start:
                at -= 1
            if at >= 0 and end <= children[at][0][1]:
                below.setdefault(at, []).append((start, end))
            elif not _TEXTS.search(node.kind()) and not _are_items(text, children, start, end):
                yield start, end
        left += [(children[at][1], some) for at, some in below.items()]


def _is_misread(node: "SgNode") -> bool:
    """True if no language binds a node as its parent does: some grammars read `a + b!` as `(a + b)!`."""
    parent = node.parent()
    if parent is None:
        return False
    beside, own = parent.children(), span_of(node)
    is_first, is_last = (span_of(beside[end]) == own for end in (0, -1))
    while len(parts := node.children()) == 1:
        node = parts[0]
    if is_first and _POSTFIX.search(parent.kind()) and len(parts) > 1 and parts[0].text() in _UNARY_OPERATORS:
        return True
    operator = _operator(node)
    if operator is not None:
        return (
            (is_first and _POSTFIX.search(parent.kind()) is not None)
            or (is_last and operator not in _POWERS and beside[0].text() in _UNARY_OPERATORS)
            or (is_first and beside[1].text() in _CASTS and operator in _LOOSER_THAN_CASTS)
        )
    is_open = _OPEN_ENDED.match(node.kind()) is not None and parts and parts[-1].text()[-1:] not in _CLOSING
    return bool(is_open and not is_last and _operator(parent) is not None)


_POSTFIX = re.compile(r"^(?:member|attribute|subscript|index|field_|navigation|call|postfix|non_null|try_)")
"""Kinds of nodes whose operator follows its operand: `call_expression`."""
_UNARY_OPERATORS = frozenset("-+!~*&")
_POWERS = frozenset({"**", "^"})
_CASTS = frozenset({"as", "satisfies"})
_LOOSER_THAN_CASTS = frozenset("== != === !== && || ?? & | ^ ? =".split())
_OPEN_ENDED = re.compile(r"(?:if|conditional|lambda|arrow_function|assignment)")
_CLOSING = (")", "]", "}")
_NO_OPERATORS = frozenset(". ?. &. :: -> => : ! !! , ;".split())


def _operator(node: "SgNode") -> str | None:
    """The operator between the two operands of a node; None for other nodes."""
    first, *middle = node.children() or [node]
    if len(middle) < 2 or not first.is_named() or middle[-1].text() in _CLOSING:
        return None
    signs = (part.text() for part in middle[:-1] if not part.is_named() or "operator" in part.kind())
    return next((sign for sign in signs if sign not in _NO_OPERATORS), None)


def _are_items(text: str, children: Sequence[tuple[Span, "SgNode"]], start: int, end: int) -> bool:
    """True if some of the nodes beside each other are all of a span, with nothing but separators between."""
    inside = [(span, child) for span, child in children if span[0] >= start and span[0] < end]
    return (
        bool(inside)
        and inside[0][0][0] == start
        and _is_end(text, end, max(last for (_, last), _ in inside))
        and all(child.is_named() or child.text().strip() in _SEPARATORS for _, child in inside)
    )


def _is_end(text: str, end: int, last: int) -> bool:
    """True if a node that ends at `last` has nothing after `end` but the punctuation that ends statements."""
    return end == last or (end < last and text[end:last].strip() in _SEPARATORS)


def _skipped(uncovered: Sequence[int], regrouped: Sequence[int], nested: int, matches: int) -> str | None:
    """The message about skipped matches; None if there are none."""
    parts: list[str] = []
    count = len(uncovered) + len(regrouped) + nested + matches
    for skipped, why in (
        (uncovered, "more code there than the pattern covers"),
        (regrouped, "without brackets, it would mean something else"),
    ):
        lines = ", ".join(map(str, skipped[:5])) + (", …" if len(skipped) > 5 else "")
        which = f"{len(skipped)} of {count} matches" if len(skipped) < count else "Every match"
        parts += [f"{which} skipped: {why} (line {lines})"] if skipped else []
    if nested:
        parts.append(f"{nested} inside other matches skipped: they change the same text")
    return "; ".join(parts) or None


def _bound(node: "SgNode", pattern: Template) -> dict[str, Bound]:
    """The bindings of all metavariables that stand for something, by their unique names."""
    bound: dict[str, Bound] = {}
    for variable in pattern.variables:
        one = node.get_match(variable.unique_name)
        nodes = [one] if one is not None else node.get_multiple_matches(variable.unique_name)
        if nodes:
            bound[variable.unique_name] = Bound(span_of(nodes[0])[0], span_of(nodes[-1])[1], tuple(nodes))
    return bound


def _hit(index: FileIndex, start: int, end: int, new: str, whole: tuple[Span, ...]) -> _Hit:
    old = index.text[start:end]
    if not new:
        start, end = _whole_lines(index, start, end)
        return _Hit(start, end, "", Change((Splice(start, end, ""),)), ())
    head, tail = common_ends(old, new)
    splice = Splice(start + head, end - tail, new[head : len(new) - tail])
    return _Hit(start, end, new, Change((splice,)) if old != new else Change(), whole)


def _whole_lines(index: FileIndex, start: int, end: int) -> tuple[int, int]:
    """The span, extended to whole lines if they have nothing else, so that no blank line is left."""
    lines = index.lines
    top, bottom = lines.starts[lines.at(start)], lines.starts[lines.at(max(end - 1, start)) + 1]
    is_all = not index.text[top:start].strip() and not index.text[end:bottom].strip()
    return (top, bottom) if is_all else (start, end)


def _without_clashes(hits: list[_Hit]) -> tuple[list[_Hit], int]:
    """The hits whose changes can be combined, outer ones before inner ones, and the number of the others."""
    kept: list[_Hit] = []
    around: list[_Hit] = []
    for hit in sorted(hits, key=lambda hit: (hit.start, -hit.end)):
        around = [outer for outer in around if hit.start < outer.end]
        clashes = any(
            splice.clashes(other)
            for outer in around
            for splice in hit.change.splices
            for other in outer.change.splices
        )
        if not clashes and not any((hit.start, hit.end) == (outer.start, outer.end) for outer in around):
            kept.append(hit)
            around.append(hit)
    return kept, len(hits) - len(kept)


def _match(index: FileIndex, hit: _Hit, nth: int, count: int) -> Match:
    lines = index.lines
    first, last = lines.at(hit.start), lines.at(max(hit.end - 1, hit.start))
    return Match(
        key=match_key(lines, first, last + 1, nth, count),
        interpretation=Interpretation(index.text[hit.start : hit.end], hit.text),
        span=(hit.start, hit.end),
        lines=(first + 1, last + 1),
        change=hit.change,
        strategies=(STRUCTURAL.name,),
        tier=Tier.EXACT,
    )
