"""The alternatives of a block that the digit keys choose, and the matches of each strategy."""

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum

from msgspec import Struct

from editreview.blocks import LineRange, plain_interpretation
from editreview.errors import Reason
from editreview.matching import (
    CASCADE,
    Choice,
    FileIndex,
    Match,
    NearMatch,
    Strategy,
    Surroundings,
    Window,
    enclosing,
    found_by,
    ignored_differences,
    in_words,
    missing,
    near_at,
    query_of,
)
from editreview.patterns import lazy_pattern
from editreview.review.not_found import elsewhere, similar_paths
from editreview.review.proposal import Proposal
from editreview.review.review import Review
from editreview.review.user_edits import interpretations_of

_MAX_DESCRIBED = 9
"""The most matches of one strategy for which the ignored differences are described."""


_QUOTED = lazy_pattern(r"`+(?P<name>[^`\n]+)`+")
_EXCLUDES = lazy_pattern(
    r"(?:\b(?:not?|nor|except|unlike|leave|than|nicht|außer|pas|sauf|salvo|não|nem|ni|non)\b|不)[^`.;:]{0,20}$",
    re.IGNORECASE,
)
"""Words before the name of a definition that is not meant."""
_ORDINALS = ("first", "second", "third", "fourth")
_ORDINAL = lazy_pattern(
    rf"\b(?:{'|'.join(f'(?P<{ordinal}>{ordinal})' for ordinal in _ORDINALS)}|(?P<last>last|final))\b[*_]*"
    r"\s(?:block|call|case|copy|instance|match|occurrence|one|place|stage|time)\b",
    re.IGNORECASE,
)


class AlternativeKind(StrEnum):
    MATCH = "match"
    """One of several matches."""
    NEAR = "near"
    """Similar lines: a near match, used only by force."""
    FILE = "file"
    """Another file: one in which it has a match, or that a new one may be meant for."""
    BLOCK = "block"
    """A block that it depends on or conflicts with."""
    INCLUDE = "include"
    """Attempt it although the model was not shown its file."""
    LEAVE = "leave"
    """Leave it until the model has been shown the file."""


class Alternative(Struct, frozen=True):
    """One thing that can be chosen for a block."""

    kind: AlternativeKind
    lines: LineRange | None = None
    """1-based and inclusive."""
    path: str | None = None
    match: Match | None = None
    near: Window | None = None
    block: int | None = None
    label: str = ""
    """The names around the lines in another file."""


def alternatives_of(review: Review, proposal: Proposal) -> list[Alternative]:
    """All alternatives of a block that are known so far."""
    matches = proposal.candidates.matches if proposal.candidates else ()
    options: list[Alternative] = []
    if len(matches) > 1:
        options += (
            Alternative(AlternativeKind.MATCH, match.lines, proposal.path, match) for match in matches
        )
    absence = review.absences.known(proposal)
    if absence is not None:
        options += (
            Alternative(AlternativeKind.NEAR, w.lines, proposal.path, near=w)
            for w in near_windows(review, proposal)
        )
        options += (
            Alternative(AlternativeKind.FILE, other.lines, other.path, label=other.label)
            for other in absence.elsewhere
        )
    options += (Alternative(AlternativeKind.FILE, path=path) for path in review.other_paths(proposal))
    if proposal.reason is Reason.NOT_IN_CONTEXT:
        options += (
            Alternative(kind, path=proposal.path) for kind in (AlternativeKind.INCLUDE, AlternativeKind.LEAVE)
        )
    related = dict.fromkeys((*proposal.depends_on, *proposal.in_its_way))
    return [*options, *(Alternative(AlternativeKind.BLOCK, block=number) for number in related)]


class SuggestedFile(Struct, frozen=True):
    """A file that a block may be meant for."""

    path: str
    lines: LineRange | None = None
    """The lines that match the block; None if only the names are similar."""
    label: str = ""
    """The names around the lines."""


def suggested_files(review: Review, proposal: Proposal) -> list[SuggestedFile]:
    """The files that a block may be meant for, the likeliest first. Reads the tree: takes a while."""
    block, workspace = proposal.block, review.workspace
    matching = elsewhere(workspace, block, proposal.path, [])
    known = {found.path for found in matching} | {proposal.path}
    similar = similar_paths(workspace.paths(), block.path_written) if block.path_written else []
    return [
        *(SuggestedFile(found.path, found.lines, found.label) for found in matching),
        *(SuggestedFile(path) for path in similar if path not in known),
    ]


def near_windows(review: Review, proposal: Proposal) -> list[Window]:
    """The near matches of a block without a match, best first, as far as they are known."""
    absence = review.absences.known(proposal)
    if absence is None or absence.near.best is None:
        return []
    best = absence.near.best
    return [Window(best.lines[0] - 1, best.lines[1], best.score), *absence.near.others]


def near_of(proposal: Proposal, window: Window) -> NearMatch:
    """Align a block's search text with one of its near matches."""
    assert proposal.base is not None
    return near_at(proposal.base, plain_interpretation(proposal.block.operation), window)


def scope_labels(proposal: Proposal, places: Sequence[LineRange | None]) -> list[str]:
    """The names around some lines of its file, such as `class CartView › def get`; empty at the top level.

    Neighbours in one definition get the nearest less indented line as well.
    """
    base = proposal.base
    if base is None:
        return [""] * len(places)
    found = [
        enclosing(base.bodies, lines[0] - 1, proposal.path or "") if lines is not None else Surroundings()
        for lines in places
    ]
    names = ["", *(each.label for each in found), ""]
    return [
        each.inner_label if each.label in (above, below) else each.label
        for each, above, below in zip(found, names, names[2:], strict=False)
    ]


def suggested_match(review: Review, proposal: Proposal) -> tuple[int, str]:
    """The index of the match to show first among several, and the reason. It chooses none.

    It is the one in the definition that the words above the block name, or the one that they count; else the
    first one below the previous block of the same file, since responses go from top to bottom.
    """
    candidates = proposal.candidates
    is_open = candidates is not None and candidates.choice is Choice.ONE_OF and len(candidates.matches) > 1
    if candidates is None or not is_open or proposal.asks_for_a_way:
        return proposal.suggested, ""
    if (said := _said(proposal, candidates.matches)) is not None:
        return said
    before = [
        other
        for other in review.proposals
        if other.number < proposal.number and other.base is proposal.base and other.is_ready and other.lines
    ]
    if not before or before[-1].lines is None:
        return proposal.suggested, ""
    last = before[-1].lines[1]
    below = [at for at, match in enumerate(candidates.matches) if match.lines and match.lines[0] > last]
    if not below:
        return proposal.suggested, ""
    return below[0], f"the first below block {before[-1].number}"


def _said(proposal: Proposal, matches: Sequence[Match]) -> tuple[int, str] | None:
    """The index of the only match that the words above a block tell from the others, and the reason."""
    words, base = proposal.block.words, proposal.base
    if base is None or not words or len(matches) > _MAX_DESCRIBED:
        return None
    quoted = [
        found["name"].removesuffix("()")
        for found in _QUOTED.finditer(words)
        if _EXCLUDES.search(words[: found.start()]) is None
    ]
    around = [_names_around(base, match, proposal.path or "") for match in matches]
    for name in quoted:
        inside = [at for at, names in enumerate(around) if any(_has_word(text, name) for text in names)]
        if len(inside) == 1:
            return inside[0], f"in `{name}`, as the words above say"
    counted = _ORDINAL.search(words)
    if counted is None:
        return None
    assert counted.lastgroup is not None
    at = len(matches) - 1 if counted.lastgroup == "last" else _ORDINALS.index(counted.lastgroup)
    return (at, f"the {counted.lastgroup}, as the words above say") if at < len(matches) else None


def _names_around(base: FileIndex, match: Match, path: str) -> list[str]:
    """The definitions, keys and less indented lines around a match."""
    if match.lines is None:
        return []
    around = enclosing(base.bodies, match.lines[0] - 1, path)
    return [*(scope.label for scope in around.scopes), around.nearest]


def _has_word(text: str, word: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) is not None


def changed_by(review: Review, proposal: Proposal, match: Match) -> list[int]:
    """The other blocks that change lines of a match."""
    return [
        other.number
        for other in review.proposals
        if other.number != proposal.number
        and other.is_ready
        and other.base is proposal.base
        and any(s.start < match.span[1] and match.span[0] < s.end for s in other.change.splices)
    ]


class StrategyResult(Struct, frozen=True):
    """The matches of one strategy, regardless of the strategies before it."""

    strategy: Strategy
    matches: tuple[Match, ...]
    ignored: tuple[str, ...] = ()
    """The differences ignored at its first match, in words; empty if there are none."""


def strategy_results(proposal: Proposal) -> Iterator[StrategyResult]:
    """The matches of each strategy, one after the other; none for a block without search text.

    The caller may stop after any of them.
    """
    interpretations, base = interpretations_of(proposal.block), proposal.base
    if base is None or not interpretations:
        return
    chosen = proposal.chosen[0].interpretation if proposal.chosen else None
    interpretation = next((each for each in interpretations if each == chosen), interpretations[0])
    query = query_of(interpretation, proposal.path or "")
    for strategy in CASCADE:
        if strategy.name not in base.without:
            matches = tuple(found_by(base, query, strategy))
            ignored = (
                in_words(list(ignored_differences(base, match).values()), missing(base, match))
                for match in matches[:_MAX_DESCRIBED]
            )
            yield StrategyResult(strategy, matches, tuple(ignored))
