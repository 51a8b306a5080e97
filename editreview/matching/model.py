"""The data of matching: the lines of a block, places, doubts about them."""

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cached_property
from hashlib import blake2b
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from editreview.blocks import Interpretation, LineRange
from editreview.matching.adapt import Adjusted, AdjustedLines
from editreview.matching.depth import depth_unit, indentation
from editreview.matching.file_index import FileIndex
from editreview.text import Change, Lines, split_lines

# Doubts about the best match of a block, for the user to know before accepting it.

_MOST_RUNS = 12
_MOST_QUOTED = 2
_WIDTH = 50
"""Characters of a line that are quoted."""


class MatchWarningKind(StrEnum):
    """Named as the warnings that doubts become."""

    UNSEEN = "unseen"
    """Lines go, or new ones come next to lines, that the block never mentioned or that it means to keep."""
    OTHER_TEXT = "other-text"
    """The edit removes lines that differ from the block's."""
    MERGED = "merged"
    """New lines have words of the block's and of the file's."""
    GUESSED_DEPTH = "guessed-depth"
    """The depth of new lines follows from nothing."""


class MatchWarning(Struct, frozen=True):
    kind: MatchWarningKind
    message: str
    line: int
    """The first line it is about, 1-based, of the text with the block; of the one without it if `is_old`."""
    is_old: bool = False


def warnings_of(first: int, replacement: AdjustedLines) -> tuple[MatchWarning, ...]:
    """The doubts about a match from line `first` on, 0-based, and what it becomes."""
    olds = (
        (MatchWarningKind.UNSEEN, "would delete lines that it does not mention", replacement.unseen),
        (
            MatchWarningKind.UNSEEN,
            "would insert lines next to some that it does not mention",
            replacement.amid,
        ),
        (
            MatchWarningKind.OTHER_TEXT,
            "the file has no blank line there beside the new lines",
            replacement.unblank,
        ),
        (MatchWarningKind.OTHER_TEXT, "replaces lines that are not as it has them", replacement.changed),
    )
    news = (
        (MatchWarningKind.MERGED, "new lines have words of both the block and the file", replacement.merged),
        (MatchWarningKind.GUESSED_DEPTH, "the indentation of new lines is a guess", replacement.guessed),
    )
    found = [_warning(kind, message, first, lines, is_old=True) for kind, message, lines in olds if lines]
    found += (_missed(MatchWarningKind.UNSEEN, first, replacement.missed) for _ in replacement.missed[:1])
    found += (_missed(MatchWarningKind.OTHER_TEXT, first, replacement.absent) for _ in replacement.absent[:1])
    found += (_warning(kind, message, first, lines) for kind, message, lines in news if lines)
    return tuple(found)


def unseen_lines(first: int, lines: Sequence[int]) -> tuple[MatchWarning, ...]:
    """The doubt about a match some of whose lines would go unmentioned. They are 0-based, from `first` on."""
    return warnings_of(first, AdjustedLines([], {}, unseen=list(lines)))


def _warning(
    kind: MatchWarningKind, message: str, first: int, lines: Sequence[int], *, is_old: bool = False
) -> MatchWarning:
    runs = list(_runs(sorted(set(lines))))
    named = ", ".join(
        f"L{first + start + 1}" + (f"–L{first + end + 1}" if end > start else "")
        for start, end in runs[:_MOST_RUNS]
    )
    more = ", …" if len(runs) > _MOST_RUNS else ""
    return MatchWarning(kind, f"{message}: {named}{more}", first + runs[0][0] + 1, is_old)


def _runs(lines: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The first and last of each run of numbers."""
    start = lines[0]
    for here, after in pairwise([*lines, -1]):
        if after != here + 1:
            yield start, here
            start = after


def _missed(kind: MatchWarningKind, first: int, lines: Sequence[str]) -> MatchWarning:
    """The doubt about a match that has not got lines which the block keeps next to some it takes out."""
    quoted = (line if len(line) <= _WIDTH else f"{line[: _WIDTH - 1]}…" for line in lines[:_MOST_QUOTED])
    named = ", ".join(f"“{line}”" for line in quoted)
    more = f" and {len(lines) - _MOST_QUOTED} more" if len(lines) > _MOST_QUOTED else ""
    it = "it" if len(lines) == 1 else "them"
    message = f"the file lacks {named}{more}, kept beside what goes: the outcome lacks {it} too"
    return MatchWarning(kind, message, first + 1, is_old=True)


# What is looked for, and what a strategy finds: the words that strategies share.

MAX_MATCHES = 1_000
"""A block with more places than this is ambiguous whatever their number."""
_MOST_LINES = 50_000
"""Lines of all the places of a block together; two places are kept in any case."""


_BY_INDENTATION = (
    *(".py", ".pyi", ".pyx", ".gd", ".nim", ".hs", ".fs", ".fsi", ".fsx", ".coffee"),
    *(".yaml", ".yml", ".haml", ".pug", ".slim", ".sass", ".styl"),
)
"""Endings of files whose languages tell by indentation what belongs together."""


_WORD = re.compile(r"&#?\w+;|([A-Za-z0-9_]+)")
_TELLING_WORDS = 3


class Query(Struct, frozen=True, dict=True):
    """One interpretation of a block as lines, and the file it is for."""

    interpretation: Interpretation
    search: Sequence[str]
    """Without line ends; never empty."""
    replace: Sequence[str]
    path: str = ""
    """Relative to the root; tells the language."""

    @property
    def counts_indentation(self) -> bool:
        """True if lines of the file mean something else at another depth."""
        return self.path.lower().endswith(_BY_INDENTATION)

    @cached_property
    def depth_unit(self) -> str | None:
        """The indentation unit of the block."""
        return depth_unit([*self.search, *self.replace])

    @cached_property
    def words(self) -> list[str]:
        """The longest words of the search; names of entities are none."""
        found = {word for word in _WORD.findall(self.interpretation.search) if word}
        return sorted(found, key=len, reverse=True)[:_TELLING_WORDS]

    @property
    def max_matches(self) -> int:
        """The number of matches that are looked at."""
        return min(max(_MOST_LINES // len(self.search), 2), MAX_MATCHES)


class Hit(Struct, frozen=True):
    """Lines of the file that a strategy takes for the block's."""

    first: int
    """0-based."""
    end: int
    replacement: AdjustedLines | Change | None
    """The new lines, or the change of the file; None if the block's new text does not fit there."""
    adjusted: str | None = None
    score: float = 1.0
    warnings: tuple[MatchWarning, ...] = ()
    """Doubts about a change; fitted lines have their own."""
    is_nested_otherwise: bool = False
    """Lines of the block belong together that do not so in the file, in a language where that has meaning."""


def block_lines(text: str) -> list[str]:
    """The lines of a block's text, without their ends."""
    return [line.removesuffix("\n") for line in split_lines(text, "\n")]


def query_of(interpretation: Interpretation, path: str = "") -> Query:
    return Query(
        interpretation, block_lines(interpretation.search), block_lines(interpretation.replace), path
    )


def is_as_deep(index: FileIndex, query: Query, hit: Hit) -> bool:
    """True if the lines of the file have the indentations of the block's."""
    return _depths(query.search) == _depths(index.bodies[hit.first : hit.end])


def _depths(lines: Sequence[str]) -> list[str]:
    return [indentation(line) for line in lines if line.strip()]


_AROUND = 2
"""Lines on either side of a place that are part of its name."""


class Tier(StrEnum):
    """The kinds of differences that a strategy ignores."""

    EXACT = "exact"
    TOLERANT = "tolerant"
    FUZZY = "fuzzy"

    @property
    def rank(self) -> int:
        return list(Tier).index(self)


class Described(NamedTuple):
    """A strategy in words."""

    name: str
    tier: Tier
    ignores: str


ANCHOR = Described("anchor", Tier.EXACT, "nothing: the lines that both texts begin with occur once")
ALL_OCCURRENCES = Described("all-occurrences", Tier.EXACT, "nothing, and takes every match")
STRUCTURAL = Described("structural", Tier.EXACT, "the layout between the tokens of a pattern")
LINE_ADDRESSED = Described(
    "line-addressed", Tier.EXACT, "everything: the format names lines, and nothing is compared"
)
FORCED = Described("forced", Tier.FUZZY, "everything: the user picks the lines")
ON_REQUEST = (ANCHOR, ALL_OCCURRENCES, STRUCTURAL, LINE_ADDRESSED, FORCED)
"""Strategies outside the cascade, which a format or the user asks for."""


class Choice(StrEnum):
    """The relation between the matches of a block."""

    ONE_OF = "one-of"
    """Several are ambiguous: the user picks."""
    EACH = "each"
    """The edit was meant for all of them."""


class Match(Struct, frozen=True):
    """One span of a file where a block could go, and what it would do there."""

    key: str
    """Names the place by what stands there, so that a choice outlives a change elsewhere in the file."""
    interpretation: Interpretation
    span: tuple[int, int]
    """In characters of the text that was searched, half-open."""
    lines: LineRange | None
    """1-based and inclusive; None for a place in an empty or new file."""
    change: Change
    strategies: tuple[str, ...]
    tier: Tier
    score: float
    adjusted: str | None = None
    """The way the replacement was adjusted, for users."""
    adjustments: tuple[tuple[int, Adjusted], ...] = ()
    """New lines that are not as the block has them: from 0, counted from the first line of `lines`."""
    warnings: tuple[MatchWarning, ...] = ()
    """Reasons for the user to look at the match before accepting it."""
    fits: bool = True
    """The new lines can be fitted to what stands there; if not, the change is empty and says nothing."""


class Candidates(Struct, frozen=True):
    """Every place of a block, and whether it goes to one of them or to each."""

    choice: Choice
    matches: tuple[Match, ...]

    def chosen(self, keys: frozenset[str] | None) -> tuple[Match, ...]:
        """The places that count.

        Those the user chose, if they are still there; else all of an EACH; else the only one.
        """
        picked = tuple(match for match in self.matches if match.key in (keys or ()))
        if picked:
            return picked
        return self.matches if self.choice is Choice.EACH or len(self.matches) == 1 else ()


def match_key(lines: Lines, first: int, end: int, ordinal: int = 1, count: int = 1) -> str:
    """A name for the `ordinal`-th of `count` places: the lines there and next to it tell one from another.

    Args:
        lines: The file.
        first: 0-based.
        end: The line after the last.
        ordinal: From 1.
        count: Of the places.
    """
    around = lines.slice(max(first - _AROUND, 0), min(end + _AROUND, len(lines)))
    return _key(around, ordinal, count)


def whole_key() -> str:
    """The name of the place that is all of a file, whatever stands there."""
    return _key([], 1, 1)


def _key(lines: Sequence[str], ordinal: int, count: int) -> str:
    digest = blake2b("".join(lines).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    return f"{digest}:{ordinal}/{count}"
