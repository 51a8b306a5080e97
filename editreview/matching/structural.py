"""Structural edits: the places of a code pattern, and what a rewrite makes of each.

A pattern is code with metavariables: `$X` stands for one piece of syntax, `$$$X` for any
number of them, `$_` and `$$$` for some that nobody asks for again. ast-grep finds the
syntax that has this shape; often that is more than the pattern spells out (`def $F($$$A)`
finds the whole function). So the place is the part from the first to the last token that
the pattern covers, and what is around it stays. A match that has anything in that part
which the pattern does not cover, a comment or a return type, is refused: it would be lost.

Offsets are in characters.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from msgspec import Struct

from editreview.blocks import Interpretation, Rewrite
from editreview.matching.cascade import Search, Verdict
from editreview.matching.coverage import cover
from editreview.matching.languages import language_named
from editreview.matching.places import Place, Tier, place_key
from editreview.matching.rewriting import Rewriting
from editreview.matching.template import Bound, Template, parse_template
from editreview.matching.text import FileIndex
from editreview.matching.wanted import MOST_PLACES
from editreview.texts import Change, Splice

if TYPE_CHECKING:
    from ast_grep_py import SgNode

_STRATEGY = "structural"
_LONGEST = 2_000
"""Characters of a pattern; the library goes as deep as its brackets do."""
_PREVIEW = 100
_SURROGATE = re.compile("[\ud800-\udfff]")
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
"""What to put a pattern in that finds nothing as it is, and the kind of syntax it is then: alone it
is taken for something else (in C a declaration), or it is only the beginning of something."""


class StructuralSearch(Search, frozen=True):
    """What was found, and why that is not everything."""

    message: str | None = None
    """For people: why there is no place, or which matches are left out."""


class _Hit(Struct, frozen=True):
    start: int
    end: int
    text: str
    """What the rewrite puts there."""
    change: Change


_FOUND: WeakKeyDictionary[FileIndex, dict[tuple[Rewrite, str], StructuralSearch]] = WeakKeyDictionary()
"""Looked for once: a plan that is made anew asks the same again."""


def structural_places(index: FileIndex, operation: Rewrite, language: str) -> StructuralSearch:
    """Every place of the pattern in a file; each is decided on by itself.

    Args:
        index: The file.
        operation: What to look for and what to put there.
        language: The file's, by any of its names.
    """
    found = _FOUND.setdefault(index, {})
    if (operation, language) not in found:
        found[operation, language] = _places(index, operation, language)
    return found[operation, language]


def _places(index: FileIndex, operation: Rewrite, language: str) -> StructuralSearch:
    known = language_named(language)
    if known is None:
        return _nothing(f"Structural edits do not know the language {language}")
    pattern, rewrite = parse_template(operation.pattern, known), parse_template(operation.rewrite, known)
    if problem := _problem(pattern, rewrite):
        return _nothing(problem)
    try:
        matches = _matches(index.text, pattern, known)
    except ValueError as error:
        return _nothing(str(error))
    return _search(index, Rewriting(pattern, rewrite), matches)


def _nothing(message: str) -> StructuralSearch:
    return StructuralSearch((), (Verdict(_STRATEGY, 0),), message=message)


def _problem(pattern: Template, rewrite: Template) -> str | None:
    """What is wrong with a structural edit in any file."""
    if len(pattern.text) > _LONGEST:
        return f"The pattern has more than {_LONGEST} characters"
    if not any(token.variable is None for token in pattern.tokens):
        return "The pattern has nothing but metavariables, so it would be found everywhere"
    name = rewrite.unbound({variable.name for variable in pattern.variables})
    return name and f"The rewrite uses {name}, which the pattern does not bind"


def _matches(text: str, pattern: Template, language: str) -> list["SgNode"]:
    """The syntax of this shape, in order of appearance, with a name for every metavariable.

    Raises:
        ValueError: The pattern is not code; with a message for people.
    """
    from ast_grep_py import SgRoot  # Only structural edits pay for it.

    root = SgRoot(_SURROGATE.sub("\ufffd", text), language).root()
    spread = pattern.spread
    found: list[SgNode] | None = None
    for context, kind in (("{}", None), *_CONTEXTS.get(language, ())):
        nodes = _find(root, context.format(spread), kind)
        if nodes and pattern.repeats:
            # The library compares what a metavariable stands for, but tells only the first of them.
            alike = {_span(node) for node in _find(root, context.format(pattern.text), kind) or ()}
            nodes = [node for node in nodes if _span(node) in alike]
        found = nodes if found is None else found + (nodes or [])
        if context == "{}" and found:
            break
    if found is None:
        raise ValueError(f"The pattern is not one piece of {language}: {pattern.text[:_PREVIEW]}")
    return list({_span(node): node for node in found}.values())


def _find(root: "SgNode", pattern: str, kind: str | None) -> list["SgNode"] | None:
    """What the library finds; None if it can't read the pattern."""
    try:
        if kind is None:
            return root.find_all(pattern=pattern)
        return root.find_all(pattern={"context": pattern, "selector": kind, "strictness": None})
    except (RuntimeError, UnicodeEncodeError):
        return None


def _span(node: "SgNode") -> tuple[int, int]:
    found = node.range()
    return found.start.index, found.end.index


def _search(index: FileIndex, rewriting: Rewriting, matches: Sequence["SgNode"]) -> StructuralSearch:
    if len(matches) > MOST_PLACES:
        return _nothing(f"The pattern has {len(matches)} matches, more than {MOST_PLACES}")
    hits: list[_Hit] = []
    refused: list[int] = []
    for node in matches:
        bound = _bound(node, rewriting.pattern)
        spans = cover(index.text, _span(node), rewriting.pattern.tokens, bound)
        if spans is None:
            refused.append(index.lines.at(_span(node)[0]) + 1)
        else:
            new = rewriting.fill(index, spans, bound)
            hits.append(_hit(index, spans[0][0], spans[-1][1], new))
    kept, nested = _apart([hit for hit in hits if hit.change] or hits)
    places = tuple(_place(index, hit, nth, len(kept)) for nth, hit in enumerate(kept, 1))
    return StructuralSearch(
        places, (Verdict(_STRATEGY, len(places)),), message=_left_out(refused, nested, len(places))
    )


def _left_out(refused: Sequence[int], nested: int, places: int) -> str | None:
    said: list[str] = []
    if refused:
        lines = ", ".join(map(str, refused[:5])) + (", …" if len(refused) > 5 else "")
        which = f"{len(refused)} of {len(refused) + nested + places} matches" if places else "Every match"
        said.append(f"{which} holds more than the pattern spells out, and is left alone (line {lines})")
    if nested:
        said.append(f"{nested} inside other matches are left alone: they change the same text")
    return "; ".join(said) or None


def _bound(node: "SgNode", pattern: Template) -> dict[str, Bound]:
    """What every occurrence of a metavariable stands for. One that stands for nothing is not among them."""
    bound: dict[str, Bound] = {}
    for variable in pattern.variables:
        one = node.get_match(variable.spread)
        nodes = [one] if one is not None else node.get_multiple_matches(variable.spread)
        if nodes:
            bound[variable.spread] = Bound(_span(nodes[0])[0], _span(nodes[-1])[1], tuple(nodes))
    return bound


def _hit(index: FileIndex, start: int, end: int, new: str) -> _Hit:
    old = index.text[start:end]
    if not new:
        start, end = _whole_lines(index, start, end)
        return _Hit(start, end, "", Change((Splice(start, end, ""),)))
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    splice = Splice(start + head, end - tail, new[head : len(new) - tail])
    return _Hit(start, end, new, Change((splice,)) if old != new else Change())


def _whole_lines(index: FileIndex, start: int, end: int) -> tuple[int, int]:
    """The span, with its lines if it is all they hold: nobody wants a blank line left."""
    lines = index.lines
    top, bottom = lines.starts[lines.at(start)], lines.starts[lines.at(max(end - 1, start)) + 1]
    is_all = not index.text[top:start].strip() and not index.text[end:bottom].strip()
    return (top, bottom) if is_all else (start, end)


def _common(a: str, b: str) -> int:
    """How many characters both begin with."""
    count = 0
    for left, right in zip(a, b, strict=False):
        if left != right:
            break
        count += 1
    return count


def _apart(hits: list[_Hit]) -> tuple[list[_Hit], int]:
    """The hits whose changes go together, the outer before the inner, and how many do not."""
    kept: list[_Hit] = []
    around: list[_Hit] = []
    for hit in sorted(hits, key=lambda hit: (hit.start, -hit.end)):
        around = [outer for outer in around if hit.start < outer.end]
        clashes = any(
            mine.clashes(other)
            for outer in around
            for mine in hit.change.splices
            for other in outer.change.splices
        )
        if not clashes and not any((hit.start, hit.end) == (outer.start, outer.end) for outer in around):
            kept.append(hit)
            around.append(hit)
    return kept, len(hits) - len(kept)


def _place(index: FileIndex, hit: _Hit, nth: int, count: int) -> Place:
    lines = index.lines
    first, last = lines.at(hit.start), lines.at(max(hit.end - 1, hit.start))
    return Place(
        key=place_key(lines, first, last + 1, nth, count),
        interpretation=Interpretation(index.text[hit.start : hit.end], hit.text),
        span=(hit.start, hit.end),
        lines=(first + 1, last + 1),
        change=hit.change,
        strategies=(_STRATEGY,),
        tier=Tier.EXACT,
        score=1.0,
    )
