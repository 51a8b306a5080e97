"""Which part of a match a code pattern spells out: a span of the text for every token of the pattern.

What the metavariables stand for is known, and the library has compared the tokens; so all
that is left is to walk along both from there, over blanks. Anything else in between is
something the pattern does not spell out.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from editreview.matching.template import Bound, Token

Span: TypeAlias = tuple[int, int]


def cover(text: str, match: Span, tokens: Sequence[Token], bound: Mapping[str, Bound]) -> list[Span] | None:
    """Where every token is, or None if there is anything else between them.

    Args:
        text: The file's.
        match: What was found, as much as the pattern spells out or more.
        tokens: Of the pattern.
        bound: What the metavariables stand for, by their spread names.
    """
    found = [bound.get(token.variable.spread) if token.variable else None for token in tokens]
    first = next((i for i, what in enumerate(found) if what), None)
    if first is None:
        return _without_anchor(text, match, tokens)
    anchor = found[first]
    assert anchor
    before = _backward(text, anchor.start, tokens[:first])
    after = _forward(text, anchor.end, tokens[first + 1 :], found[first + 1 :])
    return None if before is None or after is None else [*before, (anchor.start, anchor.end), *after]


def _without_anchor(text: str, match: Span, tokens: Sequence[Token]) -> list[Span] | None:
    """The first place in the match at which the tokens are."""
    word = tokens[0].text
    at = text.find(word, *match)
    while at >= 0:
        spans = _forward(text, at, tokens, [None] * len(tokens))
        if spans is not None:
            return spans
        at = text.find(word, at + 1, match[1])
    return None


def _forward(text: str, at: int, tokens: Sequence[Token], found: Sequence[Bound | None]) -> list[Span] | None:
    spans: list[Span] = []
    for token, bound in zip(tokens, found, strict=True):
        start, end = _past_blanks(text, at), at
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


def _past_blanks(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _backward(text: str, at: int, tokens: Sequence[Token]) -> list[Span] | None:
    """Where these tokens are that end at `at`; no metavariable among them stands for anything."""
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
